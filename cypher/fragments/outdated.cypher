COUNT { (m)-[:SUPERSEDES*1..50]->(:Memory) }
