package main

// small and large are the struct whose method is called: where the chunks are,
// who counts, and in the large one a table of counters.
type small struct {
	chunks chunks
	reads  *int
}

type large struct {
	chunks  chunks
	reads   *int
	stripes [256]int
}

// owner has the bytes that it loads: the state before the refactor.
type owner struct{ bytes []byte }

//go:noinline
func (o *owner) fieldConcrete(store *nodeStore, h hash) {
	store.walkNodes(h, func(n *node) { o.bytes = append(o.bytes, n.bytes...) })
}

//go:noinline
func (o *owner) fieldDyn(store chunks, h hash) {
	store.walkNodes(h, func(n *node) { o.bytes = append(o.bytes, n.bytes...) })
}

// listing: what the text prints. The method calls through a field.

//go:noinline
func (pointer *small) listingPointer(h hash) (result []byte) {
	*pointer.reads++
	pointer.chunks.walkNodes(h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func (value small) listingValue(h hash) (result []byte) {
	*value.reads++
	value.chunks.walkNodes(h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func (pointer *large) listingPointer(h hash) (result []byte) {
	*pointer.reads++
	pointer.chunks.walkNodes(h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func (value large) listingValue(h hash) (result []byte) {
	*value.reads++
	value.chunks.walkNodes(h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

// boxed: the method hands the receiver itself to a walk that takes a reader.

type reader interface{ read(h hash) *node }

//go:noinline
func walk(r reader, h hash, visit func(*node)) {
	n := r.read(h)
	visit(n)
	for _, child := range n.children {
		walk(r, child, visit)
	}
}

func (value small) read(h hash) *node { *value.reads++; return value.chunks.node(h) }
func (value large) read(h hash) *node { *value.reads++; return value.chunks.node(h) }

//go:noinline
func (pointer *small) boxedPointer(h hash) (result []byte) {
	walk(pointer, h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func (value small) boxedValue(h hash) (result []byte) {
	walk(value, h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func (pointer *large) boxedPointer(h hash) (result []byte) {
	walk(pointer, h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func (value large) boxedValue(h hash) (result []byte) {
	walk(value, h, func(n *node) { result = append(result, n.bytes...) })
	return result
}
