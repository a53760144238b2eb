#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Recordings of memory accesses and of branches, which few machines can make, made up by
# mem_data.pl: their columns equal those of Debian's perf.

. "$TESTS/tap.bash"

other=${OTHER_PERF:-/usr/bin/perf}

if ! command -v gcc >/dev/null || ! command -v perl >/dev/null ||
	! command -v readelf >/dev/null; then
	skip "mem" "no gcc, perl or readelf"
	tap_end
fi
prepare() {
	gcc -O1 -g -fno-omit-frame-pointer -o memprog "$TESTS/programs/calls.c"
	perl "$TESTS/mem_data.pl" memprog mem.data
	perl "$TESTS/mem_data.pl" memprog branch.data branches
}
ok_or_end "make recordings" prepare

levels() {
	"$PERF" mem report -i mem.data -s mem,snoop,tlb,locked,blocked >out
	cat out
	for level in 'L1 hit +None +L1 hit +N/A +N/A' 'L2 hit +None +L2 hit' \
		'L3 hit +HitM +L2 miss +N/A +Data' \
		     'LFB/MAB hit +None +L1 hit +Yes +Addr' 'RAM hit +Miss +Walker miss' \
		     'Remote core, same node RAM hit +Miss +Fault miss' \
		'Remote node, same socket Any cache hit +HitM' 'L3 miss +N/A +N/A' \
		     'Uncached hit' 'L1 miss +N/A +L1 miss'; do
		grep -Eq "%  +[0-9]+  $level" out || {
			echo "no $level"
			return 1
		}
	done
}
ok "levels of memory" levels

# The expected text is perf 6.12's of the same recording, but for two texts that it cuts off. (6.1
# prints the level twice, "L1 or L1 hit".)
accesses() {
	"$PERF" script -F data_src -i mem.data | sed 's/ *$//' >out
	head -n 13 out | diff - <(cat <<'END'
     10229100142 |OP LOAD|LVL L1 hit|SNP None|TLB L1 hit|LCK N/A|BLK  N/A
     10449100442 |OP LOAD|LVL L2 hit|SNP None|TLB L2 hit|LCK N/A|BLK  N/A
     20629200842 |OP LOAD|LVL L3 hit|SNP Hit|TLB L1 hit|LCK N/A|BLK  Data
     20651800842 |OP LOAD|LVL L3 hit|SNP HitM|TLB L2 miss|LCK N/A|BLK  Data
     4182a100242 |OP LOAD|LVL LFB/MAB hit|SNP None|TLB L1 hit|LCK Yes|BLK  Addr
     11a91401042 |OP LOAD|LVL RAM hit|SNP Miss|TLB Walker miss|LCK N/A|BLK  N/A
     93b11402042 |OP LOAD|LVL Remote core, same node RAM hit|SNP Miss|TLB Fault miss|LCK N/A|BLK  N/A
    11362a808042 |OP LOAD|LVL Remote node, same socket Any cache hit|SNP HitM|TLB L1 hit|LCK Yes|BLK  N/A
     11e05080882 |OP LOAD|LVL L3 miss|SNP N/A|TLB N/A|LCK N/A|BLK  N/A
     93629210042 |OP LOAD|LVL Remote core, same node Any cache hit|SNP Hit|TLB L1 hit|LCK N/A|BLK  N/A
     11e29140042 |OP LOAD|LVL Uncached hit|SNP None|TLB L1 hit|LCK N/A|BLK  N/A
     10229080144 |OP STORE|LVL L1 hit|SNP N/A|TLB L1 hit|LCK N/A|BLK  N/A
     10231080184 |OP STORE|LVL L1 miss|SNP N/A|TLB L1 miss|LCK N/A|BLK  N/A
END
)
}
ok "accesses in script" accesses

# The columns by default, of perf 6.12 too; --ns and the width of the tid differ
latencies() {
	perl "$TESTS/mem_data.pl" memprog latencies.data latencies || return
	"$PERF" script -i latencies.data | sed 's/   */  /g' >out || return
	sed -n 2p out
	sed -n 2p out | grep -q 'P:  [0-9a-f]*  10449100442 |OP LOAD|LVL L2 hit|.*|BLK  N/A  37  1037  2037  [0-9a-f]* mix+0x4 (.*)  [0-9a-f]* 4K 2M$'
}
ok "latencies are shown by default" latencies
latency_fields() {
	[ "$("$PERF" script -F weight,ins_lat,retire_lat -i latencies.data | sed -n 2p | tr -s ' ')" = \
		" 37 1037 2037" ]
	not "$PERF" script -F ins_lat -i mem.data 2>err
	grep -q "'ins_lat' field" err
	not "$PERF" script -F retire_lat -i mem.data 2>err
	grep -q "'retire_lat' field" err
}
ok "latencies that are asked for" latency_fields

weights() {
	# 33 loads of 30, 37, 44... cycles; stores weigh 1 each
	"$PERF" mem report -i mem.data >out
	grep -qx '# Total weight : 4686' out
	grep -qx '# Total weight : 6' out
	grep -Eq '^ +5\.42% +1  254 ' out
}
ok "weights" weights
raw() {
	"$PERF" mem -D report -i mem.data >out
	[ "$(wc -l <out)" = 40 ]
	grep -qE '^100 100 0x[0-9a-f]+ 0x404050 37 0x10449100442 /.*/memprog:mix$' out
	"$PERF" mem report -D -t store -i mem.data | cut -d: -f2 | sort -u >out
	[ "$(paste -sd, out)" = "# PID, TID, IP, ADDR, LOCAL WEIGHT, DSRC, SYMBOL,other,recurse" ]
}
ok "samples as numbers" raw
kinds() {
	"$PERF" mem report -i mem.data -t load >out
	not grep -q 'recurse\|other' out
	grep -q mix out
	"$PERF" mem report -i mem.data -t store >out
	grep -q 'recurse' out
	not grep -q mix out
}
ok "loads or stores" kinds
places() {
	"$PERF" mem report -i mem.data -s symbol_daddr,dso_daddr,dcacheline >out
	grep -Eq '\[\.\] sink\+0x0 +memprog +\[\.\] 0x[0-9a-f]{14}[048c]0' out
	grep -Eq '\[\.\] 0x00007ffd000010.. +\[unknown\] +\[X\] 0x00007ffd00001000' out
}
ok "variables and cache lines" places
more() {
	"$PERF" mem report -i mem.data -p --data-page-size -x, >out || return
	grep -Eq ',\[\.\] 0x[0-9a-f]{16},4K$' out
}
ok "physical addresses, page sizes" more
if [ -e /sys/bus/event_source/devices/cpu/events/mem-loads ] ||
	[ -e /sys/bus/event_source/devices/ibs_op ] ||
   [ -e /sys/bus/event_source/devices/cpu_core/events/mem-loads ] ||
   [ -e /sys/bus/event_source/devices/arm_spe_0 ]; then
	records() {
		"$PERF" mem record -o real.data -- ./memprog 300 2>err
		"$PERF" mem report -i real.data >out
		grep -q 'Total weight' out
	}
	ok "record here" records
	ok "c2c record here" "$PERF" c2c record -o real.data -- ./memprog 300
else
	ok "no accesses can be sampled here: why" perf_says 1 'Processors that can: .*mem-loads' mem record true
	ok "neither for c2c" perf_says 1 'Processors that can: .*mem-loads' c2c record true
fi
ok "nothing to do" perf_says 129 'perf mem record, or perf mem report' mem
ok "no kind of access" perf_says 129 '-t is load' mem report -t fetch -i mem.data
"$PERF" record -q -e cpu-clock -o clock.data ./memprog 100 2>err
ok "no accesses in the recording" perf_says 1 'no sample is of a memory access' mem report \
	-i clock.data
ok "no branches in the recording" perf_says 1 'keys of branches need branches' report \
	--stdio -i clock.data -s symbol_to
ok "no such key, suggestion" perf_says 1 "Did you mean 'dcacheline'" report -i mem.data -s dcachelin

branches() {
	"$PERF" report --stdio -i branch.data >out || return
	grep -q 'Source Symbol  Target Symbol  Basic Block Cycles' out || return
	grep -Eq '\[\.\] main +\[\.\] mix +- ' out || return
	grep -Eq '\[\.\] mix +\[\.\] mix +6 ' out || return
	"$PERF" report --stdio -i branch.data -s mispredict | grep -Eq '%  Y' || return
	"$PERF" report --stdio --no-branch-stack -i branch.data -s sym | grep -q 'Samples: 33 '
}
ok "branches" branches

# Without the column that Debian's adds to symbols of data and branches, without widths of columns,
# and without a comment at the end.
plain() {
	sed -e '/^# (Tip/,$d' -e '/^$/d' -e 's/ *IPC   \[IPC Coverage\]//' -e 's/  -      -  *$//' \
		-e 's/,ipc_null$//' \
		-e 's/ *$//' -e '/^# \.\.\./d' -e 's/   */  /g' | sed '${/^#$/d}'
}
same() {
	"$other" report --stdio -i "$@" 2>theirs.err | plain >theirs
	"$PERF" report --stdio -i "$@" | plain >ours
	[ -s ours ] || return
	diff theirs ours
}
# Debian's shows them line by line of the weights.
same_places() {
	local keys=symbol_daddr,dcacheline

	"$other" report --stdio -v --mem-mode -i mem.data -s $keys 2>theirs.err >theirs.raw
	"$PERF" report --stdio -v --mem-mode -i mem.data -s $keys >ours.raw 2>said
	grep -oE '0x[0-9a-f]+ +[d!] \[.\] (0x[0-9a-f]+|sink\+0x0)' theirs.raw | sort -u >theirs
	grep -oE '0x[0-9a-f]+ +[d!] \[.\] (0x[0-9a-f]+|sink\+0x0)' ours.raw | sort -u >ours
	[ -s ours ]
	diff theirs ours
}
# The other has no blank before symbols of a branch, not even after an address.
same_script() {
	"$base_perf" script -i branch.data "$@" 2>theirs.err | sed 's/  */ /g; s/^ //' >theirs
	"$PERF" script -i branch.data "$@" | sed 's/  */ /g; s/^ //' >ours
	grep -q /COND_CALL ours
	diff theirs ours
}
same_raw() {
	"$other" mem "$@" -x, -i mem.data report 2>theirs.err >theirs
	"$PERF" mem "$@" -x, -i mem.data report >ours
	[ -s ours ]
	diff theirs ours
}
if ! command -v "$other" >/dev/null || ! "$other" report --stdio -i mem.data -s sym 2>&1 |
	grep -q mix; then
	skip "compare with perf" "no $other that reads the recordings"
else
	for options in -D "-D -p --data-page-size" "-D -U"; do
		# shellcheck disable=SC2086 # words
		ok "same as perf, as numbers: $options" same_raw $options
	done
	for key in socket srcfile local_weight weight cgroup time code_page_size sample,sym addr \
		comm,sym,local_weight; do
		ok "same as perf: $key" same mem.data -s "$key"
	done
	for key in local_weight weight phys_daddr data_page_size dcacheline locked snoop tlb blocked \
		dso_daddr \
		   symbol_iaddr; do
		ok "same as perf, by weight: $key" same mem.data --mem-mode -s "$key"
	done
	ok "same as perf, data and lines, -v" same_places
	ok "same as perf, branches, -v" same branch.data -v -s addr_from
	for key in mispredict in_tx abort cycles addr_from dso_from,dso_to sym; do
		ok "same as perf, branches: $key" same branch.data -s "$key"
	done
fi
base_perf=$(
	. "$TESTS/base_perf.bash"
	echo "$other"
)
for key in brstack brstacksym brstack,dso brstacksym,dso; do
	if [ -n "$base_perf" ]; then
		ok "same as perf 6.12, script: $key" same_script -F "$key"
	else
		skip "same as perf 6.12, script: $key" "see base_perf.bash"
	fi
done

# Addresses in the file, as nm has them: mem_data.pl branches from main+8 to a function, and within it.
offsets() {
	local main

	gcc -O1 -g "$@" -o offprog "$TESTS/programs/calls.c"
	perl "$TESTS/mem_data.pl" offprog off.data branches
	"$PERF" script -F brstackoff,sym,ip -i off.data >out
	head -n 2 out
	nm offprog | awk '{ print $3, $1 }' >symbols
	main=$(awk '$1 == "main" { print $2 }' symbols)
	while read -r _ name from to; do
		start=0x$(awk -v "name=$name" '$1 == name { print $2 }' symbols)
		[[ $from = "$(printf '0x%x/0x%x/' $((0x$main + 8)) "$start")"* ]] || return 1
		[[ $to = "$(printf '0x%x/0x%x/' $((start + 6)) $((start + 2)))"* ]] || return 1
	done <out
	[ "$(wc -l <out)" = 39 ]
}
ok "branches of a position independent program" offsets -pie -fPIE
ok "... that is linked to another address" offsets -pie -fPIE -Wl,-Ttext-segment=0x70000
ok "branches of a program at a fixed address" offsets -no-pie
# perf 6.12 subtracts nothing from addresses of objects that it has loaded.
gone_offsets() {
	gcc -O1 -g -pie -fPIE -o goneprog "$TESTS/programs/calls.c"
	perl "$TESTS/mem_data.pl" goneprog gone.data branches
	rm goneprog
	"$base_perf" script -i gone.data -F brstackoff"$1" >theirs 2>theirs.err
	"$PERF" script -i gone.data -F brstackoff"$1" >ours
	grep -q /COND_CALL ours
	diff theirs ours
}
for more in "" ,dso; do
	if [ -n "$base_perf" ]; then
		ok "same as perf 6.12, program gone: brstackoff$more" gone_offsets "$more"
	else
		skip "same as perf 6.12, program gone: brstackoff$more" "see base_perf.bash"
	fi
done

c2c() {
	"$PERF" c2c report -i mem.data >out || return
	grep -Eq '^  Load Local HITM +: +3$' out || return
	grep -Eq '^  Store L1D Miss +: +3$' out || return
	grep -Eq '^ +0 +0x[0-9a-f]+ .* 83\.33% +5 +2 +3 ' out || return
	grep -Eq '33\.33% .* \[\.\] mix +memprog +calls.c:[0-9]+ +0  1$' out
}
ok "cache lines that are shared" c2c
# Names of files do not reach the terminal as commands.
tame_names() {
	local name=$'mem\e[31mEV\nIL'

	cp "$TESTS/programs/calls.c" "$name.c"
	gcc -O1 -g -o "$name" "$name.c"
	perl "$TESTS/mem_data.pl" "$name" named.data
	"$PERF" c2c report -i named.data >out
	LC_ALL=C not grep '[^[:print:]]' out
	[ "$(grep -cF 'mem?[31mEV?IL  ' out)" -gt 0 ]
	[ "$(grep -cF 'mem?[31mEV?IL.c:' out)" -gt 0 ]
}
ok "names of files" tame_names
c2c_options() {
	"$PERF" c2c report -i mem.data --stats >out
	not grep -q Pareto out
	"$PERF" c2c report -i mem.data --no-source >out
	not grep -q calls.c out
	"$PERF" c2c report -i mem.data --display rmt >out
	grep -q ': Remote HITMs' out
	[ "$(grep -c '^ *[0-9]* *0x.*%' out)" = 1 ]
}
ok "sums only, without the source, remote ones only" c2c_options
ok "no such lines" perf_says 1 '--display is tot' c2c report -i mem.data --display all
ok "nothing to do with c2c" perf_says 129 'perf c2c record, or perf c2c report' c2c
ok "no accesses for c2c" perf_says 1 'no sample is of a memory access' c2c report -i clock.data

# Debian's does not count physical pages here.
c2c_plain() {
	sed -e 's/ *$//' -e 's/N\/A       [01]  /N\/A       -  /' -e 's/   */  /g'
}
c2c_same() {
	"$other" c2c report --stdio -i mem.data "$@" 2>theirs.err | c2c_plain >theirs
	"$PERF" c2c report --stdio -i mem.data "$@" | c2c_plain >ours
	[ -s ours ]
	diff theirs ours
}
if command -v "$other" >/dev/null && "$other" c2c report --stdio -i mem.data 2>theirs.err |
	grep -q Pareto; then
	ok "same as perf: c2c" c2c_same
	ok "same as perf: c2c, sums" c2c_same --stats
	ok "same as perf: c2c without the source" c2c_same --no-source
else
	skip "same as perf: c2c" "no $other that reads the recording"
fi
tap_end
