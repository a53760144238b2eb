// SPDX-License-Identifier: GPL-2.0
// Names that are long once demangled, and much that is inlined.
#include <algorithm>
#include <map>
#include <string>
#include <unistd.h>
#include <vector>

#define OUT_OF_LINE __attribute__((noinline))

volatile long sink;

namespace shapes {
template <class T> struct Box {
	T value;

	OUT_OF_LINE void work(const T &more, int times)
	{
		for (int i = 0; i < times; i++)
			value = value * 3 + more + sink;
	}

	OUT_OF_LINE T operator+(const Box &other) const
	{
		T result = value;

		for (int i = 0; i < 2000; i++)
			result = result * 5 + other.value + sink;
		return result;
	}
};
}

struct Descending {
	bool operator()(int a, int b) const { return a > b; }
};

OUT_OF_LINE long sort_and_sum(const std::map<std::string, int> &names, std::vector<int> numbers)
{
	long sum = 0;

	std::sort(numbers.begin(), numbers.end(), Descending());
	for (const auto &pair : names)
		sum += pair.second;
	return sum + numbers[0];
}

int main()
{
	std::map<std::string, int> names;
	std::vector<int> numbers;

	for (int i = 0; i < 3000; i++) {
		names["key" + std::to_string(i * 7 % 3001)] = i;
		numbers.push_back(i * 7919 % 10007);
	}
	for (int i = 0; i < 200; i++) {
		shapes::Box<long> box{1};

		sink = sink + sort_and_sum(names, numbers);
		box.work(3, 20000);
		sink = sink + (box + box);
	}
	_exit(0);	/* perf loses the callers of what runs at exit */
}
