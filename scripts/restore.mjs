import { become, setUp, withSetupErrors } from './setup.mjs'

await withSetupErrors(async () => {
  const { node } = await setUp({ web: false })
  become(node, ['scripts/restore.ts', ...process.argv.slice(2)])
})
