/*
 * WebDriver starts this program instead of a browser. It connects the driver to a running browser whose inspector listens at
 * the given port. So the browser outlives the driver's session, which ends when a tab crashes.
 */
import { connect, createServer } from 'node:net';

const [host, port] = `${process.env.WEBKIT_INSPECTOR_SERVER}`.split(':');
createServer((driver) => {
  const browser = connect(Number(process.argv[2]), '127.0.0.1');
  driver.pipe(browser).pipe(driver);
  // The session has ended.
  for (const side of [driver, browser])
    side.on('error', () => process.exit()).on('close', () => process.exit());
}).listen(Number(port), host);
