// Which databases can't go on after an error, until the server is started again?
SHOW DATABASES YIELD name, statusMessage
WHERE statusMessage <> ''
RETURN name
