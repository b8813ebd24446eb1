// The frames of lab6 in Go: the same buffers, the same variants under the same
// names, so that the two languages' counts stand side by side.
package main

import "sync"

const (
	capacity  = 4096
	frame     = 16
	burst     = 16
	oversized = 17 * capacity
)

// Results are kept where the compiler cannot prove them unused: a buffer that
// stays in its function would lie on the stack.
var (
	keepBuffer []byte
	keepWord   *uint64
	keepHeld   [burst][]byte
	sum        uint64
)

// The pool holds pointers to slices: a slice put by itself is boxed with every
// put, see putBoxed.
var pool = sync.Pool{New: func() any {
	buffer := make([]byte, 0, capacity)
	return &buffer
}}

var data [frame]byte

func fill(buffer []byte) []byte {
	buffer = append(buffer[:0], data[:]...)
	for _, b := range buffer {
		sum += uint64(b)
	}
	return buffer
}

func oneFresh() {
	keepBuffer = fill(make([]byte, 0, capacity))
}

func onePooled() {
	buffer := pool.Get().(*[]byte)
	*buffer = fill(*buffer)
	pool.Put(buffer)
}

func burstFresh() {
	for i := range keepHeld {
		keepHeld[i] = fill(make([]byte, 0, capacity))
	}
}

func burstPooled() {
	var held [burst]*[]byte
	for i := range held {
		held[i] = pool.Get().(*[]byte)
		*held[i] = fill(*held[i])
	}
	for _, buffer := range held {
		pool.Put(buffer)
	}
}

// detachedPool has nothing: what is got from it stays with the caller.
var detachedPool = sync.Pool{New: pool.New}

func oneDetached() {
	buffer := detachedPool.Get().(*[]byte)
	keepBuffer = fill(*buffer)
}

// oversizedPool keeps what has grown, so the next call finds it.
var oversizedPool = sync.Pool{New: pool.New}

func oneOversized() {
	buffer := oversizedPool.Get().(*[]byte)
	if cap(*buffer) < oversized {
		*buffer = make([]byte, 0, oversized)
	}
	*buffer = fill(*buffer)
	oversizedPool.Put(buffer)
}

func tinyFresh() {
	keepWord = new(uint64)
	*keepWord = frame
}

var words = sync.Pool{New: func() any { return new(uint64) }}

func tinyPooled() {
	word := words.Get().(*uint64)
	*word = frame
	sum += *word
	words.Put(word)
}

var boxed = sync.Pool{New: func() any { return make([]byte, 0, capacity) }}

// putBoxed puts the slice itself: its pointer, length and capacity go into a
// box of their own, with every put.
func putBoxed() {
	buffer := fill(boxed.Get().([]byte))
	boxed.Put(buffer)
}
