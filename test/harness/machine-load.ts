import { readdirSync, readFileSync } from 'node:fs'

/** CPU ticks of the machine since boot: all, and those stolen by the host; see proc_stat(5). */
function machineTicks(): { all: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 }
}

/**
 * Ticks of each running process that isn't a descendant of this one, by pid and start; see proc_pid_stat(5).
 */
function strangers(): Map<string, number> {
  const processes = new Map<number, { parent: number; key: string; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    let stat: string
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    } catch {
      continue // the process ended meanwhile
    }
    // The program name in parentheses may contain anything.
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
  /** ticks of other processes since the first sample */
  others: number
}

/**
 * Measures how much of the machine other programs use during a test run; on systems without /proc it reports
 * none.
 */
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
    // A process that started since the last sample counts from the next one.
    for (const [key, ticks] of now) others += ticks - (this.#last.get(key) ?? ticks)
    this.#samples.push({ at: Date.now(), all, others })
    this.#last = now
    this.#stolen = stolen
  }

  /**
   * @returns the others' share of all processors between two times in ms since 1970: 0 to 1, from the
   * surrounding samples
   */
  othersShare(from: number, to: number): number {
    const before = this.#samples.findLast(sample => sample.at <= from) ?? this.#samples[0]
    const after = this.#samples.find(sample => sample.at >= to) ?? this.#samples.at(-1)
    if (!before || !after || after.all <= before.all) return 0
    return Math.min(1, (after.others - before.others) / (after.all - before.all))
  }
}
