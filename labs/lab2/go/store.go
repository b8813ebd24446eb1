// The store of lab2 in Go: the same values, read in the same ways under the same
// names, so that the two languages' counts stand side by side.
package main

type hash uint64

// node is a leaf if it has no children.
type node struct {
	bytes    []byte
	children []hash
}

// chunks is where nodes come from.
type chunks interface {
	node(h hash) *node
	walkNodes(h hash, visit func(*node))
}

// nodeStore has its nodes in memory.
type nodeStore struct{ nodes map[hash]*node }

const seed hash = 0xcbf29ce484222325

func over(h hash, bytes []byte) hash {
	for _, b := range bytes {
		h = (h ^ hash(b)) * 0x100000001b3
	}
	return h
}

func (s *nodeStore) put(n *node) hash {
	h := over(over(seed, []byte("leaf")), n.bytes)
	if n.children != nil {
		h = over(seed, []byte("inner"))
		for _, child := range n.children {
			for shift := 0; shift < 64; shift += 8 {
				h = over(h, []byte{byte(child >> shift)})
			}
		}
	}
	s.nodes[h] = n
	return h
}

func (s *nodeStore) putValue(bytes []byte, chunk int) hash {
	if len(bytes) <= chunk {
		return s.put(&node{bytes: bytes})
	}
	inner := &node{}
	for len(bytes) > 0 {
		n := min(chunk, len(bytes))
		inner.children = append(inner.children, s.put(&node{bytes: bytes[:n:n]}))
		bytes = bytes[n:]
	}
	return s.put(inner)
}

//go:noinline
func (s *nodeStore) node(h hash) *node { return s.nodes[h] }

// walkNodes shows visit the node and everything below it. Its visitor does not
// escape from here: seen through an interface nobody knows that.
//
//go:noinline
func (s *nodeStore) walkNodes(h hash, visit func(*node)) {
	n := s.nodes[h]
	visit(n)
	for _, child := range n.children {
		s.walkNodes(child, visit)
	}
}

const (
	calls  = 1000
	values = 10
	leaf   = 100
	leaves = 3
)

func buildStore() (*nodeStore, [values]hash) {
	store, hashes := &nodeStore{map[hash]*node{}}, [values]hash{}
	for number := range hashes {
		count := 1
		if number == values-1 {
			count = leaves
		}
		bytes := make([]byte, count*leaf)
		for at := range bytes {
			bytes[at] = byte(number*20 + at/leaf)
		}
		hashes[number] = store.putValue(bytes, leaf)
	}
	return store, hashes
}
