import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { environment } from '#server/core/settings/config.ts'
import { hasHelm, helm } from '#test/harness/helm.ts'
import { nodeVersion } from '../../scripts/setup.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings = Object.keys(environment.shape)

test('the image has the Node that the first start installs', () => {
  expect([...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(m => m[1])).toEqual([nodeVersion])
})

test('npm ci takes the lock file, which names no registry', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-lock-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(path.join(root, name), path.join(folder, name))
  // It refuses a lock file without every optional package of every system.
  await promisify(execFile)('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], { cwd: folder })
  expect(read('package-lock.json')).not.toContain('"resolved"')
})

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true })
  const ours = ['web', 'worker'].map(name => compose.services[name])

  test('follows the published schema', () => {
    const schema = JSON.parse(read('deploy/published/compose-spec.json'))
    const ajv = new Ajv({ strict: false, formats: { duration: true, 'idn-hostname': true, uri: true } })
    // The schema names its dialect by an address that differs from the usual one in its scheme.
    const check = ajv.compile({ ...schema, $schema: undefined })
    check(compose)
    expect(check.errors).toBeNull()
    expect(check({ ...compose, services: { web: { imag: 'trailcut' } } })).toBe(false)
  })

  test('names settings that exist, and asks only for what deploy/compose.env has', () => {
    const given = [...read('deploy/compose.env').matchAll(/^([A-Z_0-9]+)=/gm)].map(m => m[1] as string)
    const own = ['DOMAIN', 'POSTGRES_PASSWORD']
    expect(given.filter(name => !settings.includes(name) && !own.includes(name))).toEqual([])
    const named = ours.flatMap(({ environment }) => Object.keys(environment))
    expect(named.filter(name => !settings.includes(name))).toEqual([])
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(m => m[1] as string)
    expect(asked).not.toEqual([])
    expect(asked.filter(name => !given.includes(name))).toEqual([])
  })

  test('pins the images of others, and waits until each part answers', () => {
    const services = Object.entries<{ image: string }>(compose.services)
    const others = services.filter(([, { image }]) => !image.startsWith('${'))
    expect(others.length).toBe(3)
    expect(others.filter(([, { image }]) => !/:v?\d+\.\d+/.test(image))).toEqual([])
    for (const { depends_on } of ours)
      expect(Object.values(depends_on)).toEqual(Array(2).fill({ condition: 'service_healthy' }))
    for (const name of ['database', 'store']) expect(compose.services[name].healthcheck.test[0]).toBe('CMD')
  })
})

/** One object of a rendered chart. */
interface Rendered {
  apiVersion: string
  kind: string
  metadata: { name: string }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another shape, which its schema checks
  spec: any
}

describe.skipIf(!hasHelm)('the chart', () => {
  const chart = path.join(root, 'deploy/chart')
  const examples = readdirSync(path.join(chart, 'ci'))
  const render = async (example: string, ...more: string[]): Promise<Rendered[]> => {
    const text = await helm('template', 'site', chart, '--values', path.join(chart, 'ci', example), ...more)
    return parseAllDocuments(text)
      .map(document => document.toJS() as Rendered | null)
      .filter(object => object !== null)
  }
  /** What a kind of Kubernetes' own must look like; those of KEDA and Prometheus have no schema here. */
  const checked = async (object: Rendered): Promise<string> => {
    const { [object.kind]: Model } = await import(
      /* @vite-ignore */ `kubernetes-models/${object.apiVersion}/${object.kind}`
    )
    new Model(object).validate()
    return object.kind
  }
  const isTheirs = ({ apiVersion }: Rendered) => /^(keda\.sh|monitoring\.coreos\.com)\//.test(apiVersion)

  test.each(examples)('passes lint and has valid objects with %s', async example => {
    await helm('lint', '--strict', chart, '--values', path.join(chart, 'ci', example))
    const objects = await render(example)
    const kinds = await Promise.all(objects.filter(object => !isTheirs(object)).map(checked))
    expect(kinds.filter(kind => kind === 'Deployment')).toHaveLength(2)
    for (const { spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
      const [container] = spec.template.spec.containers
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      const names = container.env.map(({ name }: { name: string }) => name)
      expect(names.filter((name: string) => !settings.includes(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('is as small as it can be, or has every part, as the values say', async () => {
    const kindsOf = async (example: string) => (await render(example)).map(({ kind }) => kind).sort()
    expect(await kindsOf('restricted-values.yaml')).toEqual(['Deployment', 'Deployment', 'Service'])
    const whole = ['Deployment', 'Deployment', 'Job', 'PodDisruptionBudget', 'PodDisruptionBudget', 'Service']
    expect(await kindsOf('minimal-values.yaml')).toEqual(whole)
    expect(await kindsOf('full-values.yaml')).toEqual(
      [
        ...whole,
        'Ingress',
        'PrometheusRule',
        'ScaledObject',
        'Service',
        'ServiceMonitor',
        'TriggerAuthentication',
      ].sort(),
    )
    const rules = (await render('full-values.yaml')).find(({ kind }) => kind === 'PrometheusRule')
    expect(rules?.spec).toEqual(parse(read('deploy/monitoring/alerts.yaml')))
  })

  test('a Service reaches web servers only, and KEDA alone counts workers', async () => {
    const objects = await render('full-values.yaml')
    const named = (kind: string, name: string) =>
      objects.find(object => object.kind === kind && object.metadata.name === name)?.spec
    const { 'app.kubernetes.io/component': role } = named('Service', 'site-trailcut').selector
    expect(role).toBe('web')
    const worker = named('Deployment', 'site-trailcut-worker')
    expect(worker.replicas).toBeUndefined()
    expect(named('Deployment', 'site-trailcut-web').replicas).toBe(3)
    expect(named('ScaledObject', 'site-trailcut-worker').scaleTargetRef.name).toBe('site-trailcut-worker')
    const job = named('Job', 'site-trailcut-migrate').template
    expect(job.metadata.labels).toEqual({ 'app.kubernetes.io/component': 'migrate' })
  })

  test.each([
    ['no image', 'image.repository='],
    ['an address with a path', 'publicUrl=https://rides.example.org/app'],
    ['an unknown value', 'workers.replicas=3'],
    ['a setting that the chart makes itself', 'settings.ROLE=all'],
    ['a role without a whole number of replicas', 'web.replicas=two'],
  ])('refuses %s', async (_, value) => {
    await expect(render('minimal-values.yaml', '--set', value)).rejects.toThrow(
      /values don't meet the specifications/,
    )
  })
})
