// The address of a parameter, read after the next call. Undefined: whatever
// happens is right.
#include <iostream>

int *address(int x) { return &x; }

int main() {
    int *first = address(1);
    int *second = address(2);
    (void)second;
    std::cout << *first << std::endl;
}
