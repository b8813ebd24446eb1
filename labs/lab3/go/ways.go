package main

import (
	"fmt"
	"slices"
	"strings"
)

// The variants of lab3 that have a counterpart in Go, under the same names.

const batch = 100

//go:noinline
func byPush(n uint64) []uint64 {
	var words []uint64
	for word := uint64(0); word < n; word++ {
		words = append(words, word)
	}
	return words
}

//go:noinline
func byWithCapacity(n uint64) []uint64 {
	words := make([]uint64, 0, n)
	for word := uint64(0); word < n; word++ {
		words = append(words, word)
	}
	return words
}

// byExtend appends all at once, from a slice that is there.
//
//go:noinline
func byExtend(from []uint64) []uint64 {
	return append([]uint64(nil), from...)
}

// byCollectFiltered collects from an iterator, which never knows its length.
//
//go:noinline
func byCollectFiltered(n uint64) []uint64 {
	return slices.Collect(func(yield func(uint64) bool) {
		for word := uint64(0); word < n; word++ {
			if word < n && !yield(word) {
				return
			}
		}
	})
}

//go:noinline
func byReserve(n uint64) []uint64 {
	var words []uint64
	for b := uint64(0); b < n/batch; b++ {
		words = slices.Grow(words, batch)
		for i := uint64(0); i < batch; i++ {
			words = append(words, b*batch+i)
		}
	}
	return words
}

// byPushShrunk copies what is used, since Go's slices.Clip gives nothing back.
//
//go:noinline
func byPushShrunk(n uint64) []uint64 {
	return slices.Clone(byPush(n))
}

func pushEach[T any](n int, element func(int) T) []T {
	var all []T
	for i := 0; i < n; i++ {
		all = append(all, element(i))
	}
	return all
}

//go:noinline
func pushBytes(n int) []byte { return pushEach(n, func(i int) byte { return byte(i) }) }

//go:noinline
func pushWords(n int) []uint64 { return pushEach(n, func(i int) uint64 { return uint64(i) }) }

//go:noinline
func pushTriples(n int) [][3]uint64 {
	return pushEach(n, func(i int) [3]uint64 { return [3]uint64{uint64(i)} })
}

//go:noinline
func pushFrames(n int) [][2048]byte {
	return pushEach(n, func(i int) [2048]byte { return [2048]byte{byte(i)} })
}

//go:noinline
func textByPushStr(pieces []string) string {
	var text strings.Builder
	for _, piece := range pieces {
		text.WriteString(piece)
	}
	return text.String()
}

// textByPlus makes a new string of everything so far, for every piece.
//
//go:noinline
func textByPlus(pieces []string) string {
	text := ""
	for _, piece := range pieces {
		text += piece
	}
	return text
}

//go:noinline
func textByFormat(pieces []string) string {
	text := ""
	for _, piece := range pieces {
		text = fmt.Sprintf("%s%s", text, piece)
	}
	return text
}

//go:noinline
func textByConcat(pieces []string) string { return strings.Join(pieces, "") }
