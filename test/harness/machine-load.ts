import { readdirSync, readFileSync } from 'node:fs'

/** All ticks of all processors since the machine started, and those that the host gave to others; see proc_stat(5). */
function machineTicks(): { all: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 }
}

/** Ticks of each process that runs and is not below this one, by pid and start; see proc_pid_stat(5). */
function strangers(): Map<string, number> {
  const processes = new Map<number, { parent: number; key: string; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    let stat: string
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    } catch {
      continue // it ended meanwhile
    }
    // The program's name in parentheses may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    processes.set(Number(name), { parent: Number(fields[1]), key: `${name} ${fields[19]}`, ticks })
  }
  const isOurs = (pid: number): boolean => {
    if (pid === process.pid) return true
    const found = processes.get(pid)
    return found !== undefined && isOurs(found.parent)
  }
  return new Map([...processes].filter(([pid]) => !isOurs(pid)).map(([, { key, ticks }]) => [key, ticks]))
}

interface Sample {
  at: number
  all: number
  /** what others have had since the first sample */
  others: number
}

/** How much of the machine other programs take while a run of tests goes on; on systems without /proc it says none. */
export class LoadMeter {
  readonly #samples: Sample[] = []
  #last = new Map<string, number>()
  #stolen = 0

  sample(): void {
    if (process.platform !== 'linux') return
    const { all, stolen } = machineTicks()
    const now = strangers()
    const before = this.#samples.at(-1)
    let others = (before?.others ?? 0) + (before ? stolen - this.#stolen : 0)
    // One that began since the last sample counts from the next one on.
    for (const [key, ticks] of now) others += ticks - (this.#last.get(key) ?? ticks)
    this.#samples.push({ at: Date.now(), all, others })
    this.#last = now
    this.#stolen = stolen
  }

  /** @returns their share of all processors between two times in ms since 1970: 0 to 1, by the samples around them */
  othersShare(from: number, to: number): number {
    const before = this.#samples.findLast(sample => sample.at <= from) ?? this.#samples[0]
    const after = this.#samples.find(sample => sample.at >= to) ?? this.#samples.at(-1)
    if (!before || !after || after.all <= before.all) return 0
    return Math.min(1, (after.others - before.others) / (after.all - before.all))
  }
}
