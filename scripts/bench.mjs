import { become, setUp, withSetupErrors } from './setup.mjs'

await withSetupErrors(async () => {
  const { node } = await setUp({ checks: true })
  become(node, ['bench/all.ts'])
})
