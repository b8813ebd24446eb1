// The Go row of lab6-peers: the same cells with sync.Pool. The pool holds
// pointers to slices, so that a put boxes nothing.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	capacity = 4096
	burst    = 16
)

var made atomic.Uint64

var pool = sync.Pool{New: func() any {
	made.Add(1)
	buffer := make([]byte, 0, capacity)
	return &buffer
}}

var data = []byte("0123456789abcdef")

func touch(buffer *[]byte) {
	*buffer = append((*buffer)[:0], data...)
}

func pairs(count int) {
	for i := 0; i < count; i++ {
		buffer := pool.Get().(*[]byte)
		touch(buffer)
		pool.Put(buffer)
	}
}

func bursts(count int) {
	var held [burst]*[]byte
	for i := 0; i < count/burst; i++ {
		for j := range held {
			held[j] = pool.Get().(*[]byte)
		}
		for _, buffer := range held {
			touch(buffer)
		}
		for _, buffer := range held {
			pool.Put(buffer)
		}
	}
}

func cpu() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
}

// spread runs the work on so many goroutines and prints CPU nanoseconds per
// buffer.
func spread(work func(int), threads, count int) {
	work(1000)
	start := cpu()
	var group sync.WaitGroup
	for i := 0; i < threads; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			work(count)
		}()
	}
	group.Wait()
	fmt.Println((cpu() - start) / float64(count*threads))
}

// handed takes buffers on one goroutine and returns them on another; alone
// sends one buffer again and again, to tell what the channel costs.
func handed(messages int, alone bool) {
	one := pool.Get().(*[]byte)
	slots := make(chan *[]byte, 64)
	done := make(chan struct{})
	start := time.Now()
	go func() {
		for buffer := range slots {
			if !alone {
				pool.Put(buffer)
			}
		}
		close(done)
	}()
	for i := 0; i < messages; i++ {
		buffer := one
		if !alone {
			buffer = pool.Get().(*[]byte)
			touch(buffer)
		}
		slots <- buffer
	}
	close(slots)
	<-done
	fmt.Println(float64(time.Since(start).Nanoseconds())/float64(messages), made.Load())
}

func main() {
	threads, err := strconv.Atoi(os.Args[2])
	count, err2 := strconv.Atoi(os.Args[3])
	if err != nil || err2 != nil {
		fmt.Fprintln(os.Stderr, "usage: gopool pair|burst|handed|alone threads count")
		os.Exit(2)
	}
	switch os.Args[1] {
	case "pair":
		spread(pairs, threads, count)
	case "burst":
		spread(bursts, threads, count)
	case "handed":
		handed(count, false)
	case "alone":
		handed(count, true)
	}
}
