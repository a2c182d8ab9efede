import { afterEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** how many expectations the test checked */
    assertions?: number
  }
}

afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})
