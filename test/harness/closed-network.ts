import net from 'node:net'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

// Tests may only connect to this machine: an adapter that forgets its base address must fail here instead of
// reaching a vendor.
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  const [first] = args.flat() as [{ host?: string; path?: string } | number | string, string?]
  const host = typeof first === 'object' ? first.host : typeof args[1] === 'string' ? args[1] : undefined
  if (host && !loopback.test(host)) throw new Error(`A test tried to reach ${host}`)
  return (connect as (...a: unknown[]) => net.Socket).apply(this, args)
} as typeof connect
