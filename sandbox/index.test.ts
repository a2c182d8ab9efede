import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createLogger } from '#server/core/logger.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { scratchFolder } from '#test/media/make.ts'
import { startSandbox } from './index.ts'

const listening = () => process.getActiveResourcesInfo().filter(kind => kind === 'TCPServerWrap').length

test("when one part can't start, no other part keeps listening", async () => {
  const dataDir = await scratchFolder()
  await mkdir(path.join(dataDir, 'sandbox'), { recursive: true })
  await writeFile(path.join(dataDir, 'sandbox', 'tiktok'), 'a file where the folder should be')
  const before = listening()
  const starting = startSandbox({
    config: { ...readConfig({}), dataDir },
    publicUrl: 'http://127.0.0.1:5000',
    secret: 'a secret of the tests',
    log: createLogger('silent'),
  })
  await expect(starting).rejects.toThrow()

  await expect.poll(listening).toBe(before)
})
