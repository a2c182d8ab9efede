/**
 * The whole product among faults: web servers and workers behind a proxy without stickiness, a PostgreSQL, an object store
 * that refuses 5% of the calls, and sandboxes of all vendors. People upload (tus and form), watch, review, publish and ask
 * for their money, while processes are killed and started, connections are cut and the database restarts twice. Exits
 * with 1 if anything is lost, there twice or refused outside the seconds of a fault.
 *   node bench/chaos.ts [--minutes 30] [--uploads 200] [--viewers 50] [--seed 1] [--every 15]
 */
import { parseArgs } from 'node:util'
import { runChaos } from '#test/harness/chaos/run.ts'
import { keepFigures } from './keep.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    uploads: { type: 'string', default: '200' },
    viewers: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '15' },
  },
})
const begun = performance.now()
const uploads = Number(options.uploads)
const report = await runChaos({
  seconds: Number(options.minutes) * 60,
  uploads,
  riders: 20,
  viewers: Number(options.viewers),
  webs: 2,
  workers: 3,
  publications: Math.ceil(uploads / 4),
  payouts: 20,
  faultEverySeconds: Number(options.every),
  seed: Number(options.seed),
  say: line => console.log(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${line}`),
})
const { wrong, memory } = report
console.log(
  `${report.uploads} uploads ready and analyzed, ${report.answers} answers, of which ${report.failedInBadTimes} failed in the seconds of a fault; the store refused ${report.refusedByStore} calls`,
)
console.log(
  `faults: ${Object.entries(report.faults)
    .map(([what, times]) => `${times} × ${what}`)
    .join(', ')}`,
)
for (const [role, [first, second]] of Object.entries(memory))
  console.log(`memory of a ${role}, MB at most: ${first} in the first half, ${second} in the second`)
console.log(
  wrong.length
    ? `WRONG:\n${wrong.join('\n')}`
    : 'nothing lost, nothing twice, ledger clean, no 5xx outside of faults',
)
await keepFigures('chaos', {
  ...{ uploads: report.uploads, wrong: wrong.length, answers: report.answers },
  ...{ webMegabytes: Math.max(...memory.web), workerMegabytes: Math.max(...memory.worker) },
})
process.exitCode = wrong.length ? 1 : 0
