import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { cloneDatabase } from './harness/database.ts'
import { inPrivateNetwork, startMachine } from './harness/machines.ts'

const folder = path.resolve(import.meta.dirname, '../deploy/monitoring')
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

interface Panel {
  title: string
  targets: { expr: string }[]
}
const alerts: { alert: string; expr: string }[] = parse(read('alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: object[] }) => rules,
)
const { panels }: { panels: Panel[] } = JSON.parse(read('dashboard.json'))
const queries = [
  ...alerts.map(({ alert, expr }) => ({ of: alert, expr })),
  // Grafana replaces its variable by a time.
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ of: title, expr: expr.replaceAll('$__rate_interval', '5m') })),
  ),
]

/** The names of a query: its metrics and the labels of its series. Null if it is no PromQL. */
function namesIn(expr: string): { metrics: string[]; labels: string[] } | null {
  const metrics: string[] = []
  const labels: string[] = []
  let wrong = false
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) wrong = true
      if (type.name === 'Identifier' && node.parent?.name === 'VectorSelector')
        metrics.push(expr.slice(from, to))
      if (type.name === 'LabelName') labels.push(expr.slice(from, to))
    },
  })
  return wrong ? null : { metrics, labels }
}

/** What a server offers: the names of its series and their labels. */
function offeredBy(text: string): { metrics: string[]; labels: string[] } {
  const histograms = [...text.matchAll(/^# TYPE (\S+) histogram$/gm)].map(m => m[1] as string)
  return {
    metrics: [
      ...[...text.matchAll(/^# TYPE (\S+)/gm)].map(m => m[1] as string),
      ...histograms.flatMap(name => ['bucket', 'sum', 'count'].map(end => `${name}_${end}`)),
    ],
    labels: [...text.matchAll(/[{,](\w+)="/g)].map(m => m[1] as string),
  }
}

test('a query with a mistake is found', () => {
  expect(namesIn('sum(jobs{state="queued"}) >')).toBeNull()
  expect(namesIn('sum by (queue) (rate(jobs{state="queued"}[5m]))')).toEqual({
    metrics: ['jobs'],
    labels: ['queue', 'state'],
  })
})

test('alerts and dashboard are PromQL about metrics that our processes really offer', async () => {
  const METRICS_TOKEN = 'a token of our own'
  const env = { ...inPrivateNetwork(await cloneDatabase()), PUBLIC_URL: 'http://rides.lan', METRICS_TOKEN }
  const offered = { metrics: ['up'], labels: ['job', 'instance', 'call'] }
  for (const ROLE of ['web', 'worker']) {
    const { url } = await startMachine({ ...env, ROLE })
    await fetch(`${url}/healthz`)
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const { metrics, labels } = offeredBy(await answer.text())
    offered.metrics.push(...metrics)
    offered.labels.push(...labels)
  }
  expect(alerts.length).toBeGreaterThan(9)
  expect(panels.length).toBeGreaterThan(9)
  for (const { of, expr } of queries) {
    const named = namesIn(expr)
    expect(named, `${of}: ${expr}`).not.toBeNull()
    expect(named?.metrics.length, of).toBeGreaterThan(0)
    expect(
      named?.metrics.filter(name => !offered.metrics.includes(name)),
      of,
    ).toEqual([])
    expect(
      named?.labels.filter(name => !offered.labels.includes(name)),
      of,
    ).toEqual([])
  }
})
