"""Starts LocalStack on this machine, with bridges for what its free edition leaves to containers or leaves out.

Variables of the environment, beside those of LocalStack:
FOREIGN_DYNAMODB   address of the DynamoDB engine
FOREIGN_NODE       program of Node
FOREIGN_BOOTSTRAP  program of a function instance (lib/local/lambda/instances/bootstrap.mjs)
FOREIGN_FOLDER     folder for the logs of functions, and for `fault`: stack and type of a resource whose next change fails
"""

import json
import os
import socket
import subprocess
import time
import types
import urllib.parse
from pathlib import Path

from botocore import waiter
from localstack.services.apigateway.legacy import provider as apigateway
from localstack.services.apigateway.resource_providers import aws_apigateway_restapi as rest_api
from localstack.services.apigateway.resource_providers import aws_apigateway_stage as stage
from localstack.services.cloudformation.engine.v2 import change_set_model_executor as engine
from localstack.services.cloudformation.resource_provider import (
    OperationStatus,
    ProgressEvent,
    ResourceProvider,
    ResourceProviderExecutor,
)
from localstack.services.cloudformation.resource_providers import aws_cloudformation_stack as nested
from localstack.services.dynamodb import provider as dynamodb
from localstack.services.lambda_.invocation import docker_runtime_executor as docker
from localstack.services.lambda_.invocation.lambda_models import InvocationResult
from localstack.services.lambda_.invocation.runtime_executor import RuntimeExecutor
from localstack.services.lambda_.resource_providers import aws_lambda_function as functions

FOLDER = Path(os.environ["FOREIGN_FOLDER"])


class NodeExecutor(RuntimeExecutor):
    """Runs an instance of a function as a process, by Node's own channel between processes, instead of in a container."""

    process = None

    def start(self, env_vars):
        self.env_vars = env_vars
        code = str(self.function_version.config.code.get_unzipped_code_location())
        self.channel, theirs = socket.socketpair()
        env = {name: str(value) for name, value in env_vars.items()}
        env |= {"LAMBDA_TASK_ROOT": code, "PATH": os.environ["PATH"], "TZ": "UTC"}
        env |= {"NODE_CHANNEL_FD": str(theirs.fileno()), "NODE_CHANNEL_SERIALIZATION_MODE": "json"}
        command = [os.environ["FOREIGN_NODE"], os.environ["FOREIGN_BOOTSTRAP"], str(FOLDER / "compiled")]
        with open(FOLDER / f"{self.function_version.id.function_name}.log", "ab") as log:
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            self.process = subprocess.Popen(command, cwd=code, env=env, pass_fds=[theirs.fileno()], **streams)
        theirs.close()
        self.messages = self.channel.makefile("r", encoding="utf8")
        started = self.next_message(60)
        if started["kind"] != "ready":
            raise RuntimeError(f"The function did not start: {started}")

    def next_message(self, seconds):
        self.channel.settimeout(seconds)
        line = self.messages.readline()
        return json.loads(line) if line else {"kind": "error", "error": {"errorType": "Runtime.ExitError"}}

    def invoke(self, payload):
        if self.process.poll() is not None:
            self.start(self.env_vars)
        seconds = int(self.function_version.config.timeout)
        request = {
            "id": payload["invoke-id"],
            "event": payload["payload"],
            "deadline": int((time.time() + seconds) * 1000),
            "functionArn": payload["invoked-function-arn"],
            "trace": payload["trace-id"],
        }
        try:
            self.channel.settimeout(None)
            self.channel.sendall(json.dumps(request).encode() + b"\n")
            answer = self.next_message(seconds)
        except OSError:
            self.kill()
            answer = {"kind": "error", "error": {"errorType": "Sandbox.Timedout", "errorMessage": f"Timed out after {seconds} s"}}
        is_error = answer["kind"] != "result"
        result = json.dumps(answer["error"]) if is_error else answer["payload"]
        return InvocationResult(payload["invoke-id"], result.encode(), is_error, "")

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.channel.close()

    def stop(self):
        self.kill()

    def get_address(self):
        return "127.0.0.1"

    def get_endpoint_from_executor(self):
        return "127.0.0.1"

    def get_runtime_endpoint(self):
        return ""

    def get_logs(self):
        return ""

    @classmethod
    def prepare_version(cls, function_version):
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version):
        pass


class RunningDynamoDb(dynamodb.DynamodbServer):
    """The engine that the test has started, instead of one that LocalStack downloads."""

    def __init__(self):
        address = urllib.parse.urlsplit(os.environ["FOREIGN_DYNAMODB"])
        super().__init__(address.port, address.hostname, db_path=None)

    def start_dynamodb(self):
        return True

    def stop_dynamodb(self):
        pass


def done(model):
    return ProgressEvent(status=OperationStatus.SUCCESS, resource_model=model)


class CustomResource(ResourceProvider):
    """Calls the function of a custom resource. For the notifications of a bucket it does what CDK's own function does."""

    TYPE = "AWS::CloudFormation::CustomResource"
    SCHEMA = {"typeName": TYPE, "primaryIdentifier": ["/properties/Id"], "properties": {"Id": {"type": "string"}}}

    def create(self, request):
        return self.call(request, "Create")

    def update(self, request):
        return self.call(request, "Update")

    def delete(self, request):
        return self.call(request, "Delete")

    def call(self, request, kind):
        wanted, before = request.desired_state, request.previous_state or {}
        if "NotificationConfiguration" in wanted:
            self.notify(request.aws_client_factory.s3, wanted, kind)
            return done({**wanted, "Id": request.logical_resource_id})
        client = request.aws_client_factory.lambda_
        provider = client.get_function_configuration(FunctionName=wanted["ServiceToken"])
        # CDK's framework in front of the function answers to an address with TLS, which there is none of here.
        function = provider["Environment"]["Variables"]["USER_ON_EVENT_FUNCTION_ARN"]
        event = {
            "RequestType": kind,
            "RequestId": request.logical_resource_id,
            "LogicalResourceId": request.logical_resource_id,
            "PhysicalResourceId": before.get("Id"),
            "ResourceProperties": wanted,
            "OldResourceProperties": before,
        }
        response = client.invoke(FunctionName=function, Payload=json.dumps(event))
        answer = json.loads(response["Payload"].read())
        if response.get("FunctionError"):
            raise RuntimeError(f"{answer['errorType']}: {answer.get('errorMessage')}")
        return done({**wanted, **(answer.get("Data") or {}), "Id": answer["PhysicalResourceId"]})

    def notify(self, s3, wanted, kind):
        bucket, own = wanted["BucketName"], wanted["NotificationConfiguration"].get("QueueConfigurations", [])
        prefix = wanted["ServiceToken"]
        for number, one in enumerate(own):
            one["Id"] = f"{prefix}-{number}"
        there = s3.get_bucket_notification_configuration(Bucket=bucket).get("QueueConfigurations", [])
        others = [one for one in there if not one["Id"].startswith(prefix)]
        queues = others if kind == "Delete" else others + own
        s3.put_bucket_notification_configuration(
            Bucket=bucket, NotificationConfiguration={"QueueConfigurations": queues}
        )


def update_rest_api(_, request):
    """Imports the changed definition of an API, which LocalStack does only when it creates one."""
    model, before = request.desired_state, request.previous_state
    place = model["BodyS3Location"]
    body = request.aws_client_factory.s3.get_object(Bucket=place["Bucket"], Key=place["Key"])["Body"].read()
    request.aws_client_factory.apigateway.put_rest_api(
        restApiId=before["RestApiId"], mode="overwrite", body=body, parameters={"basepath": "ignore"}
    )
    return done({**before, **model})


def update_stage(_, request):
    model, before = request.desired_state, request.previous_state
    change = {"op": "replace", "path": "/deploymentId", "value": model["DeploymentId"]}
    request.aws_client_factory.apigateway.update_stage(
        restApiId=model["RestApiId"], stageName=model["StageName"], patchOperations=[change]
    )
    return done({**before, **model})


def update_nested(_, request):
    model, before = request.desired_state, request.previous_state
    cloudformation = request.aws_client_factory.cloudformation
    parameters = [
        {"ParameterKey": name, "ParameterValue": value} for name, value in model.get("Parameters", {}).items()
    ]
    change_set = cloudformation.create_change_set(
        StackName=before["Id"],
        ChangeSetName=f"update-{time.time_ns()}",
        ChangeSetType="UPDATE",
        TemplateURL=model["TemplateURL"],
        Parameters=parameters,
        Capabilities=["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"],
    )["Id"]
    while (described := cloudformation.describe_change_set(ChangeSetName=change_set))["Status"].endswith("PROGRESS"):
        time.sleep(0.1)
    if described["Status"] != "FAILED":
        cloudformation.execute_change_set(ChangeSetName=change_set)
    elif "no updates" not in described["StatusReason"].lower() and "didn't contain" not in described["StatusReason"]:
        raise RuntimeError(described["StatusReason"])
    while True:
        described = cloudformation.describe_stacks(StackName=before["Id"])["Stacks"][0]
        if not described["StackStatus"].endswith("_IN_PROGRESS"):
            break
        time.sleep(0.2)
    if described["StackStatus"] not in ("CREATE_COMPLETE", "UPDATE_COMPLETE"):
        raise RuntimeError(f"The nested stack is {described['StackStatus']}")
    outputs = {one["OutputKey"]: one["OutputValue"] for one in described.get("Outputs", [])}
    return done({**before, **model, "Outputs": outputs})


update_code_and_settings = functions.LambdaFunctionProvider.update


def update_function(self, request):
    """Leaves the code alone if it is the same, as CloudFormation does: 300 functions change at a time."""
    if request.desired_state.get("Code") == request.previous_state.get("Code"):
        request.desired_state = {name: value for name, value in request.desired_state.items() if name != "Code"}
    return update_code_and_settings(self, request)


execute_change_set = engine.ChangeSetModelExecutor.execute


def execute(self):
    """Rolls a failed update back as CloudFormation does, instead of leaving the stack as it is."""
    change_set, stack = self._change_set, self._change_set.stack
    if stack.status != engine.StackStatus.UPDATE_IN_PROGRESS:
        return execute_change_set(self)
    before = dict(stack.resolved_resources)
    try:
        self.process()
    except Exception as error:
        reason = getattr(error, "reason", None) or str(error)
    else:
        self.process = lambda: None
        return execute_change_set(self)
    stack.set_stack_status(engine.StackStatus.UPDATE_ROLLBACK_IN_PROGRESS)
    restored = restore(self, before)
    self.resources.clear()
    self.resources.update(before)
    for name in ("template", "processed_template", "template_body", "resolved_parameters"):
        setattr(change_set, name, getattr(stack, name))
    end = "COMPLETE" if restored else "FAILED"
    stack.set_stack_status(getattr(engine.StackStatus, f"UPDATE_ROLLBACK_{end}"), reason)
    return engine.ChangeSetModelExecutorResult(self.resources, self.outputs, reason)


def restore(executor, before):
    """Gives changed resources their old properties, in the order of the update, then deletes new ones, the last one first."""
    changed = [(name, new) for name, new in executor.resources.items() if new is not before.get(name)]
    events = []

    def act(action, name, new, old):
        properties = [None if one is None else engine.PreprocProperties(properties=one) for one in (new, old)]
        kind = executor._change_set.stack.template["Resources"].get(name, {}).get("Type") or kinds[name]
        events.append(executor._execute_resource_action(action, name, kind, *properties))

    kinds = {name: new["Type"] for name, new in changed}
    is_kept = lambda name, new: name in before and new.get("PhysicalResourceId") in (None, before[name]["PhysicalResourceId"])
    for name, new in changed:
        if is_kept(name, new):
            old = before[name]["Properties"]
            act(engine.ChangeAction.Modify, name, {**old, **(new.get("Properties") or {})}, old)
    for name, new in reversed(changed):
        if not is_kept(name, new) and new.get("PhysicalResourceId"):
            act(engine.ChangeAction.Remove, name, new["Properties"], None)
    return all(event.status == OperationStatus.SUCCESS for event in events)


change_resource = engine.ChangeSetModelExecutor._execute_resource_change


def execute_resource_change(self, name, before, after):
    """Replaces a resource only if a property changes that must not, and keeps a resource whose policy says so."""
    # LocalStack deletes what has the newer of the two policies that keep a resource.
    if not engine.is_nothing(before) and before.deletion_policy == "RetainExceptOnCreate":
        before.deletion_policy = engine.DeletionPolicy.Retain
    if not engine.is_nothing(before) and not engine.is_nothing(after) and after.requires_replacement:
        provider = provider_of(after.resource_type)
        fixed = [path.split("/")[2] for path in getattr(provider, "SCHEMA", {}).get("createOnlyProperties", [])]
        old, new = before.properties.properties, after.properties.properties
        after.requires_replacement = any(old.get(one) != new.get(one) for one in fixed)
    return change_resource(self, name, before, after)


load_provider = ResourceProviderExecutor.try_load_resource_provider
act_on_resource = ResourceProviderExecutor.execute_action


def provider_of(resource_type):
    is_custom = resource_type.startswith("Custom::") or resource_type == CustomResource.TYPE
    return CustomResource() if is_custom else load_provider(resource_type)


def execute_action(self, provider, payload):
    fault = FOLDER / "fault"
    if fault.exists() and fault.read_text() == f"{self.stack_name} {payload['resourceType']}":
        fault.unlink()
        raise RuntimeError("The engine was told to refuse this change")
    return act_on_resource(self, provider, payload)


list_keys = apigateway.ApigatewayProvider.get_api_keys


def get_api_keys(self, context, position=None, limit=None, name_query=None, customer_id=None, include_values=None, **rest):
    # LocalStack searches the names of keys without names too.
    for key in apigateway.get_moto_backend(context.account_id, context.region).keys.values():
        key.name = key.name or ""
    return list_keys(self, context, position, limit, name_query, customer_id, include_values, **rest)


# The update of a function waits a second between two looks.
waiter.time = types.SimpleNamespace(sleep=lambda _: time.sleep(0.02))
docker.DockerRuntimeExecutor = NodeExecutor
dynamodb.DynamoDBProvider._new_dynamodb_server = staticmethod(RunningDynamoDb)
rest_api.ApiGatewayRestApiProvider.update = update_rest_api
stage.ApiGatewayStageProvider.update = update_stage
nested.CloudFormationStackProvider.update = update_nested
functions.LambdaFunctionProvider.update = update_function
engine.ChangeSetModelExecutor.execute = execute
engine.ChangeSetModelExecutor._execute_resource_change = execute_resource_change
ResourceProviderExecutor.try_load_resource_provider = staticmethod(provider_of)
ResourceProviderExecutor.execute_action = execute_action
apigateway.ApigatewayProvider.get_api_keys = get_api_keys

if __name__ == "__main__":
    from localstack.runtime.main import main

    main()
