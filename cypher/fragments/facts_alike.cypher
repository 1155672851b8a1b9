EXISTS { (root)<-[:MERGED_INTO]-() } DESC, COUNT { (root)<-[:ABOUT]-() } DESC, root.last_mentioned DESC, root.id DESC
