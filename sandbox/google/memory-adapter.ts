import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  /** Milliseconds since 1970. */
  expiresAt: number
}

/**
 * The issuer's in-memory state: codes, interactions and tokens that live for minutes, at most `most` of them.
 * After a restart, an unfinished sign-in starts over at the chooser.
 */
export function memoryAdapter(most = 2000): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt > Date.now()) return entry.payload
    entries.delete(key)
    return undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...entries]
      .filter(([key, entry]) => key.startsWith(`${model}:`) && entry.payload[field] === value)
      .map(([key]) => read(key))
      .find(Boolean)

  return model => ({
    async upsert(id, payload, expiresIn) {
      // The issuer keeps no sessions: every sign-in shows the chooser, and choosing another account doesn't
      // sign the first one out.
      if (model === 'Session') return
      const key = `${model}:${id}`
      entries.delete(key)
      entries.set(key, { payload, expiresAt: Date.now() + (expiresIn || 3600) * 1000 })
      const [oldest] = entries.keys()
      if (entries.size > most && oldest) entries.delete(oldest)
    },
    find: async id => read(`${model}:${id}`),
    findByUid: async uid => findBy(model, 'uid', uid),
    findByUserCode: async userCode => findBy(model, 'userCode', userCode),
    async consume(id) {
      const payload = read(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
