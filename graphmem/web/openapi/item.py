"""How a batch item looks in the API's description."""

from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPluginProtocol
from litestar.typing import FieldDefinition

from graphmem.web.api.shapes import Item, MemoryItem


class ItemSchema(OpenAPISchemaPluginProtocol):
    """Describes an item by what it has to be, since what it may wrongly be is anything."""

    @staticmethod
    def is_plugin_supported_type(value: object) -> bool:
        return value is Item

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: "SchemaCreator") -> Schema:  # type: ignore[name-defined]  # noqa: F821
        return schema_creator.for_field_definition(FieldDefinition.from_annotation(MemoryItem))  # type: ignore[no-any-return]
