import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'

interface Bill {
  seconds: number
  /** of the work that this one is a part of */
  whole: Bill | undefined
}

const bills = new AsyncLocalStorage<Bill>()

/** Linux reports hundredths of a second to programs, whatever its internal clock is (USER_HZ). */
const ticksPerSecond = 100

/**
 * CPU seconds of all ended child processes and the children they waited for: cutime and cstime of
 * proc_pid_stat(5), fields 16 and 17. The name before them may contain spaces and parentheses.
 */
function secondsOfEnded(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

let counted = 0
let listening = false

/** Processes that end between two reads are attributed to the first reader; the total is still right. */
function listen(): void {
  if (listening) return
  listening = true
  const linux = process.platform === 'linux'
  if (linux) counted = secondsOfEnded()
  subscribe('child_process', message => {
    const bill = bills.getStore()
    const begun = performance.now()
    ;(message as { process: ChildProcess }).process.once('exit', () => {
      const total = linux ? secondsOfEnded() : counted + (performance.now() - begun) / 1000
      for (let one = bill; one; one = one.whole) one.seconds += total - counted
      counted = total
    })
  })
}

/**
 * Runs work and measures the CPU seconds of the processes it starts (their wall-clock time on systems other
 * than Linux). Processes still running when the work is over don't count.
 * @param settle receives the seconds, even when the work throws
 */
export async function withCpuMeter<T>(
  work: () => Promise<T>,
  settle: (cpuSeconds: number) => Promise<void>,
): Promise<T> {
  listen()
  const bill: Bill = { seconds: 0, whole: bills.getStore() }
  try {
    return await bills.run(bill, work)
  } finally {
    await settle(bill.seconds)
  }
}
