import { readFileSync } from 'node:fs'

/**
 * Processor time of a process so far, ms: its own, and that of its children that have ended. See proc_pid_stat(5); a
 * tick is 10 ms. @throws when there is no such process
 */
export function cpuOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name in parentheses may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const time = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * 10
  return { own: time(11), ended: time(13) }
}
