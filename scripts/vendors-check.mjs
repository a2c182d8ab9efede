import { become, setUp, withSetupErrors } from './setup.mjs'

await withSetupErrors(async () => {
  const { node } = await setUp()
  become(node, ['scripts/vendors-check.ts', ...process.argv.slice(2)])
})
