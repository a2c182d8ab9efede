export { webhooksModule } from './module.ts'
export { queueWebhooks } from './queue.ts'
