package main

// One walk, two ways to know the store: as an interface and as a type.

//go:noinline
func callbackDyn(store chunks, h hash, limit int) (sum int) {
	store.walkNodes(h, func(n *node) { sum += min(len(n.bytes), limit) })
	return sum
}

//go:noinline
func callbackConcrete(store *nodeStore, h hash, limit int) (sum int) {
	store.walkNodes(h, func(n *node) { sum += min(len(n.bytes), limit) })
	return sum
}

// callbackGeneric is compiled once for all pointers and looks the method up.
//
//go:noinline
func callbackGeneric[S chunks](store S, h hash, limit int) (sum int) {
	store.walkNodes(h, func(n *node) { sum += min(len(n.bytes), limit) })
	return sum
}

// A value that is loaded when it is first read.
type lazyValue struct {
	hash  hash
	bytes []byte
}

//go:noinline
func readVec(store chunks, h hash) (result []byte) {
	store.walkNodes(h, func(n *node) { result = append(result, n.bytes...) })
	return result
}

//go:noinline
func readSlice(store chunks, value *lazyValue) []byte {
	if value.bytes == nil {
		value.bytes = readVec(store, value.hash)
	}
	return value.bytes
}

// The address of a parameter: as the compiler likes it, called, and kept.

func address(x int) *int { return &x }

//go:noinline
func addressCalled(x int) *int { return &x }
