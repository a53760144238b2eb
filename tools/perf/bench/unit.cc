// SPDX-License-Identifier: GPL-2.0
// One of many compile units (-DUNIT=n) with much that is inlined and much to say in DWARF.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

namespace JOIN(unit, UNIT) {

struct Item {
	std::string name;
	long weight;

	bool operator<(const Item &other) const
	{
		return weight != other.weight ? weight < other.weight : name < other.name;
	}
};

template <class Order> static long sorted(std::vector<Item> items, Order order)
{
	std::sort(items.begin(), items.end(), order);
	return std::accumulate(items.begin(), items.end(), 0L, [](long sum, const Item &item) {
		return sum * 31 + item.weight;
	});
}

static std::map<std::string, std::vector<Item>> grouped(const std::vector<Item> &items)
{
	std::map<std::string, std::vector<Item>> groups;

	for (const auto &item : items)
		groups[item.name.substr(0, 2)].push_back(item);
	return groups;
}

static size_t matches(const std::vector<Item> &items)
{
	static const std::regex wanted("(k[0-9]+)(7|5)$");

	return std::count_if(items.begin(), items.end(), [](const Item &item) {
		return std::regex_search(item.name, wanted);
	});
}

} // namespace

long JOIN(run_unit, UNIT)(long rounds)
{
	using namespace JOIN(unit, UNIT);
	std::unordered_map<std::string, long> counts;
	std::vector<Item> items;
	long sum = UNIT;

	for (long i = 0; i < 200; i++)
		items.push_back({ "k" + std::to_string((i * 7919 + UNIT) % 1009), i * 31 % 97 });
	for (long i = 0; i < rounds; i++) {
		std::ostringstream text;

		sum += sorted(items, std::less<Item>());
		sum += sorted(items, [](const Item &a, const Item &b) { return b < a; });
		for (const auto &group : grouped(items))
			counts[group.first] += group.second.size();
		std::set<Item> unique(items.begin(), items.end());
		text << unique.size() << ' ' << matches(items);
		sum += text.str().size() + counts.size();
	}
	return sum;
}
