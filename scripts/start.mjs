import { become, serverArgs, serverEnv, setUp, withSetupErrors } from './setup.mjs'

await withSetupErrors(async () => {
  const { node } = await setUp()
  become(node, serverArgs, serverEnv)
})
