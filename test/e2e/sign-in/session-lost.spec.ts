import { testLostSessions } from './session-support.ts'

testLostSessions(route => route.access === 'signedIn')
