import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { FolderStore } from './folder.ts'
import { ChangedObjectError, checkObject, sealCopy, vouchFor } from './sealed.ts'

/** A store with one sealed object that counts reads. */
async function sealed(bytes: string) {
  const folder = await scratchFolder()
  const given = path.join(folder, 'given')
  await writeFile(given, bytes)
  const copy = path.join(folder, 'copy')
  const { sha256 } = await sealCopy(given, copy)
  let reads = 0
  class CountingStore extends FolderStore {
    override get(...asked: Parameters<FolderStore['get']>) {
      reads++
      return super.get(...asked)
    }
  }
  const root = path.join(folder, 'objects')
  return {
    store: new CountingStore(root),
    copy,
    sha256,
    file: (key: string) => path.join(root, key),
    reads: () => reads,
  }
}

test('a vouched-for object is not read again until it is written to', async () => {
  const { store, copy, sha256, file, reads } = await sealed('what was uploaded')
  expect(await store.addFile('originals/a', copy)).toBe(true)
  await vouchFor(store, 'originals/a', sha256)
  await checkObject(store, 'originals/a', sha256)
  await checkObject(store, 'originals/a', sha256)
  expect(reads()).toBe(0)
  await chmod(file('originals/a'), 0o644)
  await writeFile(file('originals/a'), 'what was swapped ')
  await expect(checkObject(store, 'originals/a', sha256)).rejects.toThrow(ChangedObjectError)
  expect(reads()).toBe(1)
})

test('a file never replaces another object with its name, which keeps its bytes', async () => {
  const { store, copy, file } = await sealed('what was uploaded')
  await store.put('originals/a', 'what a kill left')
  expect(await store.addFile('originals/a', copy)).toBe(false)
  expect(await readFile(file('originals/a'), 'utf8')).toBe('what a kill left')
})
