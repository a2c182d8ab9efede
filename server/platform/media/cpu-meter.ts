import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'

interface Bill {
  seconds: number
}

const bills = new AsyncLocalStorage<Bill>()

/** Linux counts in hundredths of a second towards programs, whatever its own clock does (USER_HZ). */
const ticksPerSecond = 100

/**
 * CPU seconds of all ended child processes and of the children they waited for: cutime and cstime of proc_pid_stat(5),
 * fields 16 and 17. The name before them may hold blanks and brackets.
 */
function secondsOfEnded(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

let counted = 0
let listening = false

/** What ends between two looks at the counter is billed to the first of them: the sum is right all the same. */
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
      if (bill) bill.seconds += total - counted
      counted = total
    })
  })
}

/**
 * Runs work and measures the CPU seconds of the processes that it starts (their time on the clock where the system is
 * not Linux). Processes that still run when the work is over are not in it.
 * @param settle gets the seconds, also when the work throws
 */
export async function withCpuMeter<T>(
  work: () => Promise<T>,
  settle: (cpuSeconds: number) => Promise<void>,
): Promise<T> {
  listen()
  const bill: Bill = { seconds: 0 }
  try {
    return await bills.run(bill, work)
  } finally {
    await settle(bill.seconds)
  }
}
