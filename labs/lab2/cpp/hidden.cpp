// Locals without the word new, and what they ask the allocator for.
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>
#include <vector>

static int blocks = 0;

void *operator new(std::size_t size) {
    ++blocks;
    return std::malloc(size);
}

void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }

int main() {
    std::vector<int> numbers(1000);
    std::string text(100, 'x');
    std::cout << blocks << std::endl;
}
