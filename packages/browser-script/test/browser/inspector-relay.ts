/*
 * What a WebDriver starts in place of a browser: it hands the driver on to a browser that runs already, whose
 * inspector is at the port that is given. So the browser outlives the driver's session, which ends when a tab crashes.
 */
import { connect, createServer } from 'node:net';

const [host, port] = `${process.env.WEBKIT_INSPECTOR_SERVER}`.split(':');
createServer((driver) => {
  const browser = connect(Number(process.argv[2]), '127.0.0.1');
  driver.pipe(browser).pipe(driver);
  // The session has ended, however.
  for (const side of [driver, browser])
    side.on('error', () => process.exit()).on('close', () => process.exit());
}).listen(Number(port), host);
