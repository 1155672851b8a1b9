// These memories of these owners as they stand, or stood at a past moment, with how many older versions each replaces.
MATCH (m:Memory) WHERE m.id IN $ids AND «recallable_then»
  AND ($as_of IS NOT NULL OR $valid_at IS NOT NULL OR m.status = 'active')
RETURN collect({memory: «memory», outdated: «outdated»}) AS memories
