import { afterEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** how many expectations the test has checked */
    assertions?: number
  }
}

afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})
