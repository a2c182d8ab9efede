/**
 * A thread that copies a file to a new read-only one and hashes what it copies: hundreds of megabytes, which would keep
 * the server's own thread from its answers and, read and written by calls that wait, none of the threads that Node has
 * for files. Posts the copy's hex SHA-256 and its size in bytes.
 */
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const { from, to } = workerData as { from: string; to: string }
const source = openSync(from, 'r')
const copy = openSync(to, 'wx', 0o444)
const chunk = Buffer.allocUnsafe(1024 * 1024)
const hash = createHash('sha256')
let size = 0
for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
  const bytes = chunk.subarray(0, read)
  hash.update(bytes)
  writeFileSync(copy, bytes)
  size += read
}
fsyncSync(copy)
closeSync(copy)
parentPort?.postMessage({ sha256: hash.digest('hex'), size })
