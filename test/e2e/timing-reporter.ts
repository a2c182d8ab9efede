import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import { LoadMeter } from '../harness/machine-load.ts'

/**
 * A slower spec file is named, so that it can be split or reuse ready videos. It doesn't fail the run: how long a file
 * takes says as much about the machine as about the file. In seconds, not counting time that other programs took.
 */
const budgetSeconds = 60

const countOf = (steps: readonly TestStep[], category: string): number =>
  steps.reduce((sum, step) => sum + (step.category === category ? 1 : 0) + countOf(step.steps, category), 0)

/**
 * Records how long each test took, how many assertions ran and how long the workers were busy, for the report at the end
 * of `npm test`; and names the spec files that are over their budget.
 */
export default class TimingReporter implements Reporter {
  readonly #out = path.resolve('artifacts/timing-e2e.json')
  readonly #tests: { file: string; title: string; ms: number; assertions: number; worker: number }[] = []
  /** of each file, not counting time that other programs took */
  readonly #files = new Map<string, number>()
  readonly #load = new LoadMeter()
  #began = Date.now()

  onBegin(): void {
    this.#began = Date.now()
    this.#load.sample()
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status !== test.expectedStatus && result.retry < test.retries) return
    // The spec file, even when a support file declares the test.
    const file = `test/e2e/${test.titlePath()[2]}`
    this.#load.sample()
    const from = result.startTime.getTime()
    const ours = 1 - this.#load.othersShare(from, from + result.duration)
    this.#files.set(file, (this.#files.get(file) ?? 0) + result.duration * ours)
    this.#tests.push({
      file,
      title: test.titlePath().slice(3).join(' › '),
      ms: result.duration,
      assertions: countOf(result.steps, 'expect'),
      worker: result.parallelIndex,
    })
  }

  onEnd(): void {
    const over = [...this.#files].filter(([, ms]) => ms > budgetSeconds * 1000)
    for (const [file, ms] of over.sort((a, b) => b[1] - a[1]))
      console.error(`${file} took ${Math.round(ms / 1000)} s; a spec file has ${budgetSeconds} s`)
    mkdirSync(path.dirname(this.#out), { recursive: true })
    writeFileSync(
      this.#out,
      JSON.stringify({
        wallMs: Date.now() - this.#began,
        othersShare: this.#load.othersShare(this.#began, Date.now()),
        tests: this.#tests,
      }),
    )
  }

  printsToStdio(): boolean {
    return false
  }
}
