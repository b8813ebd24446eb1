package main

import (
	"bytes"

	"gokit"
)

// The frame of the Chinese texts, rebuilt from its description; their records
// are gokit's.

var (
	prefix  = []byte("data: ")
	payload = make([]byte, 4096)
)

// frameEscaping is the shape of the text: the same variable may come from a
// pool and go back to it, so the struct escapes.
//
//go:noinline
func frameEscaping(pooled bool) int {
	var frame *bytes.Buffer
	if pooled {
		frame = gokit.Buffers.Get().(*bytes.Buffer)
		frame.Reset()
		defer gokit.Buffers.Put(frame)
	} else {
		frame = new(bytes.Buffer)
	}
	frame.Write(prefix)
	frame.Write(payload)
	return frame.Len()
}

//go:noinline
func frameLocal() int {
	var frame bytes.Buffer
	frame.Write(prefix)
	frame.Write(payload)
	return frame.Len()
}
