// SPDX-License-Identifier: GPL-2.0
//! Prints what samply's reader finds in a recording: a line for each sample, and one for each
//! thing that is named in it.

use linux_perf_data::linux_perf_event_reader::{EventRecord, RawData, SampleRecord};
use linux_perf_data::{PerfFile, PerfFileReader, PerfFileRecord};
use std::fs::File;
use std::io::BufReader;

/// Entries of a call chain from here on say whose code the next ones are.
const CONTEXT_MAX: u64 = -4095i64 as u64;

fn text(bytes: RawData) -> String {
    String::from_utf8_lossy(&bytes.as_slice()).into_owned()
}

/// The places of a sample: its call chain, or where it is.
fn places(sample: &SampleRecord) -> Vec<u64> {
    match sample.callchain {
        Some(chain) => (0..chain.len())
            .filter_map(|i| chain.get(i))
            .filter(|ip| *ip < CONTEXT_MAX)
            .collect(),
        None => sample.ip.into_iter().collect(),
    }
}

fn show_sample(event: &str, sample: &SampleRecord) {
    let ips: String = places(sample).iter().map(|ip| format!(" {:x}", ip)).collect();

    println!(
        "sample {}/{} {} {} {}:{}",
        sample.pid.unwrap_or(-1),
        sample.tid.unwrap_or(-1),
        sample.timestamp.unwrap_or(0),
        sample.period.unwrap_or(0),
        event,
        ips
    );
    if let Some((bytes, used)) = sample.user_stack {
        // A task that executes a program, or exits, has none at that moment
        let what = match used {
            0 => "empty",
            _ if used <= bytes.len() as u64 => "there",
            _ => "wrong",
        };
        println!("stack {} {}", bytes.len() > 0, what);
    }
    if let Some(raw) = sample.raw {
        println!("raw {}", raw.len());
    }
}

fn show_record(event: &str, record: EventRecord) {
    match record {
        EventRecord::Sample(sample) => show_sample(event, &sample),
        EventRecord::Comm(comm) => println!("comm {}", text(comm.name)),
        EventRecord::Mmap(map) => println!("map {}", text(map.path)),
        EventRecord::Mmap2(map) => println!("map {}", text(map.path)),
        EventRecord::Fork(_) => println!("fork"),
        EventRecord::Exit(_) => println!("exit"),
        EventRecord::Lost(lost) => println!("lost {}", lost.count),
        _ => (),
    }
}

fn show_file(file: &PerfFile) -> Result<(), linux_perf_data::Error> {
    println!("arch {}", file.arch()?.unwrap_or("?"));
    println!("hostname {}", file.hostname()?.unwrap_or("?"));
    println!("release {}", file.os_release()?.unwrap_or("?"));
    println!("online {}", file.nr_cpus()?.map_or(0, |cpus| cpus.nr_cpus_online));
    println!("cmdline {}", file.cmdline()?.unwrap_or_default().join(" "));
    for dso in file.build_ids()?.values() {
        let id: String = dso.build_id.iter().map(|byte| format!("{:02x}", byte)).collect();
        println!("build-id {} {}", id, String::from_utf8_lossy(&dso.path));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which recording?")?;
    let reader = BufReader::new(File::open(path)?);
    let PerfFileReader { mut perf_file, mut record_iter } = PerfFileReader::parse_file(reader)?;
    let events: Vec<String> = perf_file
        .event_attributes()
        .iter()
        .map(|event| event.name().unwrap_or("?").to_string())
        .collect();

    show_file(&perf_file)?;
    while let Some(record) = record_iter.next_record(&mut perf_file)? {
        match record {
            PerfFileRecord::EventRecord { attr_index, record } => {
                show_record(&events[attr_index], record.parse()?)
            }
            PerfFileRecord::UserRecord(record) => {
                record.parse()?;
            }
        }
    }
    Ok(())
}
