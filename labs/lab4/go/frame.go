// The frame of lab4 in Go: the same bytes, the same checksum, the same variants
// under the same names, so that the two languages' counts stand side by side.
package main

import (
	"bytes"
	"hash/crc32"
	"sync"
)

const bodyLen = 4096

var (
	prefix = []byte("data: ")
	pool   = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	// The buffer of `reused`, which the caller keeps.
	kept bytes.Buffer
)

func appendFrame(frame *bytes.Buffer, body []byte) uint32 {
	frame.Write(prefix)
	frame.Write(body)
	return crc32.ChecksumIEEE(frame.Bytes())
}

// either takes its buffer from the pool or makes one. That one variable may hold
// both is why the struct of a fresh buffer is on the heap too.
func either(reuse bool, body []byte) uint32 {
	var frame *bytes.Buffer
	if reuse {
		frame = pool.Get().(*bytes.Buffer)
		frame.Reset()
	} else {
		frame = new(bytes.Buffer)
	}
	sum := appendFrame(frame, body)
	if reuse {
		pool.Put(frame)
	}
	return sum
}

func fresh(body []byte) uint32 { return either(false, body) }

func pooled(body []byte) uint32 { return either(true, body) }

// local is fresh without the choice: the struct stays on the stack.
func local(body []byte) uint32 {
	var frame bytes.Buffer
	return appendFrame(&frame, body)
}

// exact sizes the buffer first.
func exact(body []byte) uint32 {
	var frame bytes.Buffer
	frame.Grow(len(prefix) + len(body))
	return appendFrame(&frame, body)
}

func reused(body []byte) uint32 {
	kept.Reset()
	return appendFrame(&kept, body)
}

// stack asks for an array on the stack. crc32 calls its implementation through a
// variable, so the compiler must assume that the slice is kept.
func stack(body []byte) uint32 {
	var frame [6 + bodyLen]byte
	n := copy(frame[:], prefix)
	n += copy(frame[n:], body)
	return crc32.ChecksumIEEE(frame[:n])
}

// streamed needs no buffer: the checksum takes the parts.
func streamed(body []byte) uint32 {
	return crc32.Update(crc32.ChecksumIEEE(prefix), crc32.IEEETable, body)
}
