/**
 * Functions that make the contract's schemas: a call whose result nobody uses is left out of the browser's code. Rolldown
 * goes by the name alone, so nothing else in that code may be called by one of them
 * (test/checks/web-contract.test.ts).
 */
export const pureFunctions = ['z', 'line', 'lines', 'opaque', 'emailAddress']
