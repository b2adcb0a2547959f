export { kill } from "./../jobs/queue/testing/kill.ts";
export { OwnRedis } from "./../jobs/queue/testing/redis.ts";
