import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { type Finding, of, reasonOf } from './findings.ts'

const store = of('Store')
const probeBytes = 256 * 1024

/** Uses the object store as the server does, on an object of its own. */
export async function checkStore(objects: ObjectStore): Promise<Finding[]> {
  const folder = `doctor-${randomUUID()}`
  const key = `${folder}/probe`
  const bytes = randomBytes(probeBytes)
  const same = async (wanted: Buffer, range?: { start: number; end: number }) => {
    const body = await objects.get(key, range)
    if (!body || !(await buffer(body)).equals(wanted))
      throw new Error("the store doesn't give back what was written")
  }
  const steps: [string, () => Promise<unknown>][] = [
    ['Writing', () => objects.put(key, bytes, 'application/octet-stream')],
    ['Reading', () => same(bytes)],
    ['Reading a range', () => same(bytes.subarray(1000, 2000), { start: 1000, end: 1999 })],
    [
      'Listing',
      async () => {
        const listed = await Array.fromAsync(objects.list(`${folder}/`))
        if (listed.length !== 1 || listed[0]?.size !== probeBytes)
          throw new Error("the store doesn't list what was written")
      },
    ],
    [
      'Deleting',
      async () => {
        await objects.deleteAll(`${folder}/`)
        if (await objects.head(key)) throw new Error('the store keeps what was deleted')
      },
    ],
  ]
  const findings: Finding[] = []
  for (const [what, step] of steps)
    try {
      await step()
      findings.push(store(what, 'ok', 'works'))
    } catch (error) {
      const where = objects.isLocal
        ? "the rights to DATA_DIR/objects, its owner, and the disk's room"
        : 'the S3_ settings, and what the key may do in the bucket'
      return [...findings, store(what, 'failed', `${reasonOf(error)}: check ${where}`)]
    }
  return findings
}
