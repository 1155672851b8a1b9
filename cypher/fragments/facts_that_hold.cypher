COUNT { (root)<-[:MERGED_INTO*0..20]-(:Person)<-[:ABOUT]-(m:Memory) WHERE m.status = 'active' }
