// The owners to whom more than $most memories belong, whatever their status.
MATCH (o:Owner)
WHERE COUNT { (o)<-[:OWNED_BY]-() } > $most
RETURN collect(o.id) AS ids
