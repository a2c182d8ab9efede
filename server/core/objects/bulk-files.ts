import fs from 'node:fs'
import { AtMost } from '../at-most.ts'

/**
 * Node has four threads for all files. A write to a disk that is behind takes seconds, so uploads and other large files
 * get two of them at most, and two are left for what people wait for.
 */
const turns = new AtMost(2)

/** A call of node:fs that waits for its turn; the last thing it is given is what to call when it is done. */
const inTurn = <Call extends (...args: never[]) => void>(call: Call): Call =>
  new Proxy(call, {
    apply(_, self, args) {
      const done: unknown = args.pop()
      void turns.run(() => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const ended = (...results: unknown[]) => {
          resolve()
          if (typeof done === 'function') done(...results)
        }
        Reflect.apply(call, self, [...args, ended])
        return promise
      })
    },
  })

/** For `createReadStream` and `createWriteStream` where whole videos are read or written: their option `fs`. */
export const bulkFiles = {
  open: fs.open,
  close: fs.close,
  read: inTurn(fs.read),
  write: inTurn(fs.write),
  writev: inTurn(fs.writev),
  fsync: inTurn(fs.fsync),
}
